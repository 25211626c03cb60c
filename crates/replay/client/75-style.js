
  // Style that scripts set. The properties of a style declaration that can hold an address are defined on its
  // prototype, where they come before the browser's own.
  function styleProperties() {
    const prototype = prototypeOf("CSSStyleDeclaration");
    const { getPropertyValue, setProperty } = prototype;
    const names = ["background", "background-image", "border-image", "border-image-source", "content", "cursor",
      "filter", "backdrop-filter", "list-style", "list-style-image", "mask", "mask-image", "mask-border-source", "clip-path",
      "shape-outside", "src", "-webkit-mask", "-webkit-mask-image"];
    const camel = (name) => name.replace(/^-/, "").replace(/-([a-z])/g, (all, letter) => letter.toUpperCase());
    for (const name of names) {
      for (const key of new self.Set([name, camel(name)])) {
        if (!(key in document.documentElement.style) && name !== "src") continue;
        field(prototype, key, (receiver) => restore(apply(getPropertyValue, receiver, [name])), (text, receiver) =>
          apply(setProperty, receiver, [name, style(text)]), key !== camel(name));
      }
    }
    method(prototype, "getPropertyValue", (receiver, given, original) => restore(apply(original, receiver, given)));
    translate(prototype, "setProperty", 1, style);
    property(prototype, "cssText", restore, (receiver, text, put) => put(receiver, style(text)));
    property(prototypeOf("CSSRule"), "cssText", restore);
    property(prototypeOf("HTMLElement"), "style", undefined, (node, text, put) => put(node, style(text)));
    const sheet = prototypeOf("CSSStyleSheet");
    for (const name of ["insertRule", "replace", "replaceSync"]) translate(sheet, name, 0, style);
    translate(sheet, "addRule", 1, style);
    translate(prototypeOf("CSSGroupingRule"), "insertRule", 0, style);
    translate(prototypeOf("StylePropertyMap"), "set", 1, (text) => (isText(text) ? style(text) : text));
  }
