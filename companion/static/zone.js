// @ts-check
// What begins a game is sent with the time zone of this phone: the day of a game is the players', not the server's.

document.addEventListener("formdata", ({ target, formData }) => {
  if (target instanceof HTMLFormElement && target.matches("[data-zone]"))
    formData.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
});

document.documentElement.dataset.ready = "yes";
