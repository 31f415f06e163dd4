// @ts-check
// QR codes read by a page itself: some browsers can, over https alone.

export const canScan = isSecureContext && "BarcodeDetector" in window && Boolean(navigator.mediaDevices);

/**
 * Show what the camera sees until it sees a QR code, or until the place is gone from the page; the text of that code, or
 * null where there is none or the camera must not be used.
 */
export async function scan(place) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).catch(() => null);
  if (!stream) return null;
  const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
  place.replaceChildren(video);
  place.hidden = false;
  try {
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    await video.play();
    while (place.isConnected) {
      const [code] = await detector.detect(video);
      if (code?.rawValue) return code.rawValue;
      await new Promise(requestAnimationFrame);
    }
    return null;
  } catch {
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    place.replaceChildren();
    place.hidden = true;
  }
}
