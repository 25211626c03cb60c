
  // Where the page believes to be: its location, its place among windows, its document's addresses.
  const pretended = isPage ? pretendedLocation() : undefined;

  // The topmost window that is replayed. Above it may be the shell with the banner, which pages do not see.
  function topmost() {
    let window = self;
    for (;;) {
      const parent = parentOf(window);
      if (parent === window || !across(() => parent.__stodola)) return window;
      window = parent;
    }
  }

  function pretendedLocation() {
    const location = Object.create(prototypeOf("Location"));
    const call = (name, run) => define(location, name, {
      value: disguise({ [name](...given) { return run(given); } }[name], name, run.length),
      enumerable: true, configurable: true,
    });
    const read = (part) => {
      const address = here();
      const parsed = parse(address);
      return part === "href" ? address : part === "origin" ? archivedOrigin() : parsed ? parsed[part] : "";
    };
    const change = (part, value) => {
      if (part === "href") return go(value);
      const parsed = parse(here());
      parsed[part] = value;
      // An empty fragment goes away from the address, but must not load the page again.
      if (part === "hash") realLocation.hash = value;
      else realLocation.href = destination(parsed.href);
    };
    define(location, "valueOf", { value: Object.prototype.valueOf, configurable: true });
    field(location, "ancestorOrigins", ancestorOrigins);
    for (const part of ["href", ...addressParts]) {
      field(location, part, () => read(part), part === "origin" ? undefined : (value) => change(part, String(value)));
    }
    call("assign", ([address]) => go(address));
    call("reload", () => realLocation.reload());
    call("replace", ([address]) => realLocation.replace(destination(address)));
    call("toString", () => here());
    define(location, Symbol.toPrimitive, { value: undefined });
    for (const name of Object.getOwnPropertyNames(location)) define(location, name, { configurable: false });
    return location;
  }

  function go(address) {
    realLocation.href = destination(address);
  }

  function ancestorOrigins() {
    const origins = [];
    for (let window = self; window !== topmost();) {
      window = parentOf(window);
      origins.push(window.__stodola.origin);
    }
    const list = Object.create(prototypeOf("DOMStringList"), { length: { value: origins.length } });
    origins.forEach((origin, index) => define(list, index, { value: origin, enumerable: true }));
    const item = (index) => origins[index] ?? null;
    define(list, "item", { value: item });
    define(list, "contains", { value: (origin) => origins.includes(origin) });
    define(list, Symbol.iterator, { value: () => origins[Symbol.iterator]() });
    return list;
  }

  // What `location` and `top` are renamed to. For any other object the renamed property is the property itself.
  function renamedProperties() {
    const through = (name) => define(Object.prototype, "__stodola_" + name, {
      get() {
        const found = this[name];
        return isPage && found === realLocation ? pretended : found;
      },
      set(value) {
        if (isPage && this === document && name === "location") go(value);
        else Reflect.set(Object(this), name, value, this);
      },
      configurable: true,
    });
    through("location");
    through("top");
    // In the scope of an object (inline handlers, `with`) the name is that of the object only if the object has it.
    define(Object.prototype, Symbol.unscopables, {
      get() { return { __stodola_location: !("location" in this), __stodola_top: !("top" in this) }; },
      set(value) { define(this, Symbol.unscopables, { value, writable: true, enumerable: true, configurable: true }); },
      configurable: true,
    });
    for (const name of ["Element", "Document", "DocumentFragment", "CharacterData"]) {
      const prototype = prototypeOf(name);
      const list = prototype && prototype[Symbol.unscopables];
      if (list) define(list, "__stodola_top", { value: true });
      if (list && name !== "Document") define(list, "__stodola_location", { value: true });
    }
    const onGlobal = (name, get, set) =>
      define(self, "__stodola_" + name, { get, set });
    if (!isPage) {
      onGlobal("location", () => self.location);
      return;
    }
    onGlobal("location", () => pretended, go);
    onGlobal("top", topmost);
  }

  function windowProperties() {
    property(self, "parent", (parent) => (topmost() === self ? self : parent));
    property(self, "frameElement", (element) => (topmost() === self ? null : element));
    property(self, "opener", (opener) => (opener && across(() => opener.__stodola) ? opener : null));
    getter(self, "origin", archivedOrigin);
    getter(self, "isSecureContext", () => /^(https:|http:\/\/(localhost|127\.))/.test(archivedOrigin()));
    // The topmost window may need a name of its own, so that `_top` finds it below the shell.
    property(self, "name", (name) => (name === "__stodola_top" ? "" : name));
    getter(self, "crossOriginIsolated", () => false);
  }

  function documentProperties() {
    const prototype = prototypeOf("Document");
    let domain;
    property(prototype, "URL", archived);
    property(prototype, "documentURI", archived);
    property(prototypeOf("Node"), "baseURI", archived);
    property(prototype, "referrer", referrer);
    const hostname = () => parse(archivedOrigin())?.hostname ?? "";
    property(prototype, "domain", () => domain ?? hostname(), (document, wanted) => {
      const host = hostname();
      const text = String(wanted).toLowerCase();
      if (host !== text && !(host.endsWith("." + text) && text.includes("."))) {
        throw new DOMException(`'${wanted}' is not a suffix of '${host}'.`, "SecurityError");
      }
      domain = text;
    });
  }

  // A page of another site saw the origin only.
  function referrer(address) {
    if (!replayAddress.test(address)) return "";
    const parsed = parse(archived(address));
    if (!parsed) return "";
    return parsed.origin === archivedOrigin() ? parsed.href : parsed.origin + "/";
  }

  // Properties that show an address the browser resolved.
  function shownAddresses() {
    const shown = {
      Response: ["url"], Request: ["url", "referrer"], XMLHttpRequest: ["responseURL"], WebSocket: ["url"],
      EventSource: ["url"], HashChangeEvent: ["oldURL", "newURL"], StorageEvent: ["url"], ErrorEvent: ["filename"],
      StyleSheet: ["href"], PerformanceEntry: ["name"], NavigationHistoryEntry: ["url"],
      NavigationDestination: ["url"], HTMLImageElement: ["currentSrc"], HTMLMediaElement: ["currentSrc"],
    };
    for (const [name, properties] of Object.entries(shown)) {
      for (const each of properties) property(prototypeOf(name), each, archived);
    }
    property(prototypeOf("CSSImportRule"), "href", restore);
    for (const name of ["PerformanceEntry", "PerformanceResourceTiming", "PerformanceNavigationTiming"]) {
      method(prototypeOf(name), "toJSON", (entry, given, original) =>
        ({ ...apply(original, entry, given), name: entry.name }));
    }
    // Nobody sees this script among what the page loaded.
    for (const name of ["Performance", "PerformanceObserverEntryList"]) {
      for (const each of ["getEntries", "getEntriesByType", "getEntriesByName"]) {
        method(prototypeOf(name), each, (receiver, given, original) => {
          if (each === "getEntriesByName" && given.length > 0) {
            const [wanted, type] = given;
            return receiver.getEntries().filter((entry) =>
              entry.name === String(wanted) && (type === undefined || entry.entryType === type));
          }
          return apply(original, receiver, given).filter((entry) => !entry.name.includes("/_stodola/"));
        });
      }
    }
  }

  function historyMethods() {
    for (const name of ["pushState", "replaceState"]) {
      method(prototypeOf("History"), name, (history, given, original) => {
        if (given.length > 2 && given[2] !== undefined && given[2] !== null) given[2] = sameOrigin(given[2], name);
        apply(original, history, given);
        tellShell();
      });
    }
    const navigation = prototypeOf("Navigation");
    translate(navigation, "navigate", 0, (address) => destination(address));
  }

  // Only the path may change without a page being loaded.
  function sameOrigin(address, name) {
    const parsed = parse(String(address), base());
    const target = parsed && archived(parsed.href);
    const current = replayAddress.exec(realLocation.href);
    if (!current) return address;
    if (!parsed || parse(target).origin !== archivedOrigin()) {
      throw new DOMException(`'${name}' cannot lead from '${here()}' to '${address}'.`, "SecurityError");
    }
    return realLocation.href.slice(0, realLocation.href.length - current[4].length) + target;
  }

  // The shell above shows the address and the title, and finds other captures by them.
  function tellShell() {
    if (!config.isFramed || !appOrigin || topmost() !== self || parentOf(self) === self) return;
    const message = { stodola: "page", uri: here(), title: document.title, time };
    apply(realPost, parentOf(self), [message, appOrigin]);
  }
