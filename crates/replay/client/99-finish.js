
  // Code that scripts make from text.
  function codeFromText() {
    for (const name of ["setTimeout", "setInterval"]) translate(self, name, 0, source);
    method(Function.prototype, "toString", (made, given, original) =>
      shownText.get(made) ?? restoreSource(apply(original, made, given)));
    const examples = [() => {}, async () => {}, function* () {}, async function* () {}];
    for (const maker of examples.map((example) => example.constructor)) {
      const read = (given) => given.map((text) => source(String(text)));
      const made = new Proxy(maker, {
        apply: (target, receiver, given) => target(...read(given)),
        construct: (target, given, newTarget) =>
          construct(target, read(given), newTarget === made ? target : newTarget),
      });
      shownText.set(made, apply(functionText, maker, []));
      replaceValue(maker.prototype, "constructor", made);
      if (maker === Function) replaceValue(self, "Function", made);
    }
  }

  // Address to import. Names without a path are for the import map.
  function specifier(from, name) {
    const text = String(name);
    if (!/^(https?:|\.{0,2}\/)/i.test(text) || replayAddress.test(text)) return name;
    const parsed = parse(text, from);
    return parsed ? prefix + time + "esm_/" + archived(parsed.href) : name;
  }

  // What the document and the window lose when the document is opened anew; adding twice changes nothing.
  const observer = isPage ? new self.MutationObserver(catchChanges) : undefined;
  const listen = isPage ? self.addEventListener : undefined;

  function attach() {
    observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: observed });
    const on = (target, type, run) => apply(listen, target, [type, run, true]);
    on(self, "storage", hideForeignStorage);
    on(self, "message", hideShell);
    on(self, "click", beforeLink);
    on(self, "auxclick", beforeLink);
    on(self, "submit", beforeForm);
    on(document, "load", frameLoaded);
    on(document, "DOMContentLoaded", tellShell);
    on(self, "load", tellShell);
    on(self, "hashchange", tellShell);
    on(self, "popstate", tellShell);
  }

  const realRequest = self.Request;
  define(self, "__stodola", {
    value: Object.freeze({
      source, specifier, shift, shared: eachWindow,
      get origin() { return archivedOrigin(); },
      get postMessage() {
        eachWindow.sender = isPage ? self : undefined;
        return "postMessage";
      },
      send: (target, message, options) => apply(realPost, target, [message, options]),
      attach,
    }),
    configurable: true,
  });
  renamedProperties();
  codeFromText();
  shownAddresses();
  networkCalls();
  databases();
  clock();
  chance();
  if (isPage) {
    cookies();
    windowProperties();
    documentProperties();
    historyMethods();
    attributeMethods();
    elementProperties();
    markupMethods();
    selectorMethods();
    styleProperties();
    storageObjects();
    messages();
    popups();
    frames();
    workers();
    if (topmost() === self && parentOf(self) !== self && self.name === "") self.name = "__stodola_top";
    attach();
  } else {
    workers();
    workerLocation();
  }
}

  const element = scope.document && scope.document.currentScript;
  // With the element that says the encoding to the browser, if the page said it too late for that.
  const encoding = element && element.previousElementSibling;
  if (encoding && encoding.hasAttribute("data-stodola")) encoding.remove();
  if (element) element.remove();
  if (scope.__stodola) {
    // An empty frame that has started before its page came.
    scope.__stodola.attach();
    return;
  }
  const fragment = scope.document ? "" : scope.decodeURIComponent(scope.location.hash.slice(1));
  const settings = element ? element.getAttribute("data-stodola") : fragment;
  const config = settings ? scope.JSON.parse(settings) : given;
  if (!config) return;
  delete scope.__stodola_config;
  start(scope, config);
  if (fragment) scope.importScripts(config.load);
})(globalThis, globalThis.__stodola_config);
