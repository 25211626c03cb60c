
  // Windows: messages between them, popups, empty frames, links that lead above the topmost replayed window.
  const realPost = isPage ? self.postMessage : undefined;
  const realOpen = isPage ? self.open : undefined;
  const sourceOf = getterOf(prototypeOf("MessageEvent"), "source");
  const originOf = getterOf(prototypeOf("MessageEvent"), "origin");

  function messages() {
    method(self, "postMessage", (target, given, original) => {
      const sender = eachWindow.sender || self;
      eachWindow.sender = undefined;
      if (given.length === 0) return apply(original, target, given);
      const [message, wanted, transfer] = given;
      const isObject = typeof wanted === "object" && wanted !== null;
      const options = isObject ? { ...wanted } : { targetOrigin: wanted, transfer };
      const aim = options.targetOrigin === undefined ? "/" : String(options.targetOrigin);
      if (aim !== "*") {
        const origin = aim === "/" ? sender.__stodola.origin : parse(aim)?.origin;
        // An invalid origin is refused by the browser; a wrong one is not reached, and the browser says so.
        if (origin === undefined) return apply(original, target, given);
        if (origin !== archivedOrigin()) {
          self.console.error(`A message for '${origin}' does not reach a window of '${archivedOrigin()}'.`);
          return undefined;
        }
      }
      // Sent by a function of the sender's window, as that is what the browser takes for the source.
      return sender.__stodola.send(self, message, { targetOrigin: "*", transfer: options.transfer || [] });
    });
    property(prototypeOf("MessageEvent"), "origin", (origin, event) => {
      if (origin !== replayOrigin) return origin;
      const source = sourceOf(event);
      return across(() => source && source.__stodola.origin) || archivedOrigin();
    });
  }

  function hideShell(event) {
    if (appOrigin && originOf(event) === appOrigin) event.stopImmediatePropagation();
  }

  function popups() {
    method(self, "open", (receiver, given) => {
      if (given.length > 0 && given[0] !== undefined && String(given[0]) !== "") given[0] = openAddress(...given);
      if (typeof given[1] === "string") given[1] = targetName(given[1]);
      const window = apply(realOpen, self, given);
      startIn(window);
      return window;
    });
    method(prototypeOf("HTMLFormElement"), "submit", (form, given, original) => {
      withTarget(form);
      return apply(original, form, given);
    });
  }

  // A new window can talk with its opener only without a shell around it.
  function openAddress(address, name, features) {
    const isOld = /^_[^b]/.test(name) || /no(op|ref)/.test(features);
    const made = request(address, isOld ? modifier() : "if_");
    return /^\s*javascript:/i.test(made) ? link(made, "if_") : made;
  }

  // `_top` and `_parent` lead to the topmost replayed window, which has a name if there is a shell above it.
  function targetName(target) {
    const wanted = /^\s*_(top|parent)\s*$/i.exec(target);
    const above = topmost();
    if (!wanted || parentOf(above) === above) return target;
    const isAbove = wanted[1].toLowerCase() === "top" || parentOf(self) === above;
    return above === self ? "_self" : isAbove ? "__stodola_top" : target;
  }

  // For the moment in which the browser follows a link or sends a form, its target is the translated one.
  function withTarget(node) {
    const own = apply(getAttribute, node, ["target"]);
    const fallback = own === null ? document.querySelector("base[target]") : null;
    const target = own ?? (fallback && apply(getAttribute, fallback, ["target"]));
    const name = target && targetName(target);
    if (!name || name === target) return;
    apply(setAttribute, node, ["target", name]);
    self.setTimeout(() => {
      if (own === null) node.removeAttribute("target");
      else apply(setAttribute, node, ["target", own]);
    }, 0);
  }

  function beforeLink(event) {
    const node = event.composedPath().find((one) => /^(?:a|area)$/.test(one.localName) && one.hasAttribute("href"));
    if (!node) return;
    translateElement(node);
    withTarget(node);
  }

  function beforeForm(event) {
    if (event.target instanceof self.HTMLFormElement) {
      translateElement(event.target);
      withTarget(event.target);
    }
  }

  // Empty frames and popups have the origin and the address base of the page that made them, but a global of their own.
  function startIn(window) {
    if (!window || across(() => window.__stodola)) return;
    const address = across(() => window.location.href);
    // Texts, pictures and the like cannot have the script in them.
    const isBare = () => !/html|xml/.test(window.document.contentType);
    if (address === undefined || !(/^(about:|blob:)/.test(address) || across(isBare))) return;
    const settings = { ...config, uri: /^http/.test(here()) ? here() : config.uri };
    across(() => window.eval(`(${apply(functionText, start, [])})`)(window, settings));
  }

  let knownFrames = 0;

  function startFrames() {
    if (self.length === knownFrames) return;
    knownFrames = self.length;
    for (let index = 0; index < knownFrames; index += 1) {
      const frame = self[index];
      const element = across(() => frame.frameElement);
      // A frame that loads a page of the archive starts by itself.
      if (element && replayAddress.test(apply(getAttribute, element, ["src"]) || "")) continue;
      startIn(frame);
    }
  }

  function frames() {
    for (const name of ["HTMLIFrameElement", "HTMLFrameElement", "HTMLObjectElement"]) {
      const window = getterOf(prototypeOf(name), "contentWindow");
      for (const each of ["contentWindow", "contentDocument"]) {
        property(prototypeOf(name), each, (found, node) => {
          startIn(window(node));
          return found;
        });
      }
    }
  }

  // A frame may have got a document that nobody could translate, such as one from a blob.
  function frameLoaded(event) {
    if (/^I?FRAME$/.test(event.target.nodeName)) startIn(event.target.contentWindow);
  }
