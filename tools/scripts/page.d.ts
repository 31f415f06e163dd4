// What scripts take for granted of a page: a selector finds what our templates have put there, so an element has the
// properties of the fields, forms and links that it may be. What is misspelt is still found.

interface Element {
  action: string;
  content: DocumentFragment;
  checked: boolean;
  dataset: DOMStringMap;
  disabled: boolean;
  elements: any;
  enctype: string;
  form: HTMLFormElement;
  hash: string;
  hidden: any;
  href: string;
  inputMode: string;
  name: string;
  open: boolean;
  style: any;
  tabIndex: number;
  type: string;
  value: string;
  blur(): void;
  click(): void;
  close(): void;
  focus(options?: FocusOptions): void;
  requestSubmit(): void;
  select(): void;
  showModal(): void;
  submit(): void;
}

/** An event of a page comes from an element of it. */
interface EventTarget {
  checked: boolean;
  dataset: DOMStringMap;
  elements: any;
  form: HTMLFormElement;
  href: string;
  id: string;
  method: string;
  name: string;
  tabIndex: number;
  type: string;
  value: string;
  closest(selectors: string): Element;
  matches(selectors: string): boolean;
  querySelector(selectors: string): Element;
  select(): void;
}

declare const Idiomorph: { morph(old: Node, next: NodeListOf<ChildNode>, options: object): void };

interface Window {
  BarcodeDetector: any;
  SwaggerUIBundle(options: object): void;
}

interface Event {
  detail: any;
  formData: FormData;
}

interface Node {
  contains(other: EventTarget): boolean;
}

/** No form whose entries a script reads has files, but for those that say so. */
interface FormData {
  size: number;
  get(name: string): string;
  getAll(name: string): string[];
  entries(): FormDataIterator<[string, string]>;
  forEach(what: (value: string, key: string, all: any) => void): void;
  [Symbol.iterator](): FormDataIterator<[string, string]>;
  sort(): void;
  values(): FormDataIterator<string>;
}
