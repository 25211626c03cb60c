
  // Storage, kept apart for each archived origin: all of them share the one origin of replay.
  const marked = (name) => `stodola|${archivedOrigin()}|${name}`;
  const unmarked = (name) => (isMarked(name) ? name.slice(marked("").length) : name);
  const isMarked = (name) => isText(name) && name.startsWith(marked(""));

  // A browser may refuse storage to a frame whose page is of another site, as the shell is. Pages then get one that
  // lasts as long as the windows.
  function realStorage(name) {
    const { getItem, setItem, removeItem, key } = prototypeOf("Storage");
    const lengthOf = getterOf(prototypeOf("Storage"), "length");
    const storage = across(() => self[name]);
    if (!storage) {
      const memory = (eachWindow.memory ??= {})[name] ??= new Map();
      return {
        read: (item) => memory.get(marked(item)) ?? null,
        write: (item, text) => void memory.set(marked(item), String(text)),
        drop: (item) => void memory.delete(marked(item)),
        names: () => [...memory.keys()].filter(isMarked).map(unmarked),
      };
    }
    return {
      storage,
      read: (item) => apply(getItem, storage, [marked(item)]),
      write: (item, text) => apply(setItem, storage, [marked(item), text]),
      drop: (item) => apply(removeItem, storage, [marked(item)]),
      names: () => Array.from({ length: lengthOf(storage) }, (none, index) => apply(key, storage, [index]))
        .filter(isMarked).map(unmarked),
    };
  }

  function storageObjects() {
    const prototype = prototypeOf("Storage");
    // What is behind each of our objects.
    const behind = new WeakMap();
    const handler = ({ read, write, drop, names }) => ({
      get(target, name, receiver) {
        if (typeof name === "symbol" || name in target) return Reflect.get(target, name, receiver);
        return read(name) ?? undefined;
      },
      set(target, name, text) {
        if (typeof name === "symbol") return Reflect.set(target, name, text);
        write(name, text);
        return true;
      },
      has: (target, name) => name in target || isText(name) && read(name) !== null,
      deleteProperty(target, name) {
        drop(String(name));
        return true;
      },
      ownKeys: names,
      getOwnPropertyDescriptor(target, name) {
        const text = isText(name) ? read(name) : null;
        return text === null ? undefined : { value: text, writable: true, enumerable: true, configurable: true };
      },
      defineProperty(target, name, { value }) {
        write(name, value);
        return true;
      },
    });
    const run = {
      getItem: ({ read }, name) => read(name),
      setItem: ({ write }, name, text) => write(name, text),
      removeItem: ({ drop }, name) => drop(name),
      key: ({ names }, index) => names()[index >>> 0] ?? null,
      clear: ({ names, drop }) => names().forEach(drop),
    };
    for (const [name, act] of Object.entries(run)) {
      method(prototype, name, (receiver, given, original) => {
        const real = behind.get(receiver);
        // Too few arguments, or not our object: the browser says what is wrong.
        if (!real || given.length < original.length) return apply(original, real ? real.storage : receiver, given);
        return act(real, ...given);
      });
    }
    getter(prototype, "length", (receiver, original) =>
      (behind.has(receiver) ? behind.get(receiver).names().length : apply(original, receiver, [])));
    const shown = {};
    for (const name of ["localStorage", "sessionStorage"]) {
      const real = realStorage(name);
      shown[name] = new Proxy(Object.create(prototype), handler(real));
      behind.set(shown[name], real);
      getter(self, name, () => shown[name]);
    }
    property(prototypeOf("StorageEvent"), "key", unmarked);
    property(prototypeOf("StorageEvent"), "storageArea", (storage) =>
      Object.values(shown).find((one) => behind.get(one).storage === storage) ?? null);
  }

  // A change in the storage of another archived origin is nobody's business here.
  const storageKey = getterOf(prototypeOf("StorageEvent"), "key");

  function hideForeignStorage(event) {
    const key = storageKey(event);
    if (isText(key) && !isMarked(key)) event.stopImmediatePropagation();
  }

  function databases() {
    const factory = prototypeOf("IDBFactory");
    for (const name of ["open", "deleteDatabase"]) translate(factory, name, 0, marked);
    method(factory, "databases", (receiver, given, original) => apply(original, receiver, given).then((list) =>
      list.filter(({ name }) => isMarked(name)).map((one) => ({ ...one, name: unmarked(one.name) }))));
    property(prototypeOf("IDBDatabase"), "name", unmarked);
    const caches = prototypeOf("CacheStorage");
    for (const name of ["open", "has", "delete"]) translate(caches, name, 0, marked);
    method(caches, "keys", (receiver, given, original) =>
      apply(original, receiver, given).then((names) => names.filter(isMarked).map(unmarked)));
    method(caches, "match", async (receiver, given) => {
      for (const name of await receiver.keys()) {
        const found = await (await receiver.open(name)).match(...given);
        if (found) return found;
      }
      return undefined;
    });
    const cache = prototypeOf("Cache");
    const entry = (input) => (isRequest(input) ? input : request(input, "ir_"));
    for (const name of ["match", "matchAll", "add", "put", "delete"]) translate(cache, name, 0, entry);
    translate(cache, "addAll", 0, (list) => Array.from(list, entry));
    constructor("BroadcastChannel", (given) => {
      if (given.length > 0) given[0] = marked(given[0]);
    });
    property(prototypeOf("BroadcastChannel"), "name", unmarked);
    translate(prototypeOf("LockManager"), "request", 0, marked);
    remove(self, "cookieStore");
  }

  // Cookies are kept for as long as the tab, and are never sent: the archive answers without them.
  function cookies() {
    const name = "stodola|cookies";
    const storage = across(() => self.sessionStorage);
    const { getItem, setItem } = prototypeOf("Storage");
    const load = () => JSON.parse(storage && apply(getItem, storage, [name]) || eachWindow.cookies || "[]");
    const save = (list) => {
      eachWindow.cookies = JSON.stringify(list);
      if (storage) across(() => apply(setItem, storage, [name, eachWindow.cookies]));
    };
    const at = () => parse(/^http/.test(here()) ? here() : config.uri) || { hostname: "", pathname: "/", protocol: "" };
    const belongs = ({ domain, wide, path, secure, until }, { hostname, pathname, protocol }) =>
      (hostname === domain || wide && hostname.endsWith("." + domain)) && (!secure || protocol === "https:") &&
      (pathname === path || pathname.startsWith(path.endsWith("/") ? path : path + "/")) && !(until <= now());
    getter(prototypeOf("Document"), "cookie", () => {
      const place = at();
      const sent = load().filter((one) => belongs(one, place)).sort((a, b) => b.path.length - a.path.length);
      return sent.map(({ key, text }) => (key === "" ? text : key + "=" + text)).join("; ");
    });
    property(prototypeOf("Document"), "cookie", undefined, (document, text) => {
      const made = cookie(String(text), at());
      if (!made) return;
      const same = (one) => one.key === made.key && one.domain === made.domain && one.path === made.path;
      const list = load().filter((one) => !same(one) && !(one.until <= now()));
      save(made.until <= now() ? list : list.concat(made));
    });
  }

  // The cookie in an assignment to `document.cookie` made at an address, or nothing if it is refused.
  function cookie(text, { hostname, pathname, protocol }) {
    const [pair, ...rest] = text.split(";");
    const cut = pair.indexOf("=");
    const key = pair.slice(0, Math.max(cut, 0)).trim();
    const made = { key, text: pair.slice(cut + 1).trim(), domain: hostname, wide: false, secure: false };
    made.path = pathname.slice(0, Math.max(pathname.lastIndexOf("/"), 1));
    for (const one of rest) {
      const [, option, setting] = /^\s*([^=]*?)\s*(?:=\s*(.*?)\s*)?$/.exec(one) || [];
      switch ((option || "").toLowerCase()) {
        case "domain": {
          const domain = (setting || "").replace(/^\./, "").toLowerCase();
          if (domain === "") break;
          if (domain !== hostname && !(hostname.endsWith("." + domain) && domain.includes("."))) return null;
          made.domain = domain;
          made.wide = true;
          break;
        }
        case "path":
          if ((setting || "")[0] === "/") made.path = setting;
          break;
        case "secure":
          made.secure = true;
          break;
        case "httponly":
          return null;
        case "max-age":
          if (/^-?\d+$/.test(setting)) made.until = setting > 0 ? now() + setting * 1000 : 0;
          made.hasAge = true;
          break;
        case "expires": {
          const until = RealDate.parse(setting);
          if (!made.hasAge && until === until) made.until = until;
          break;
        }
      }
    }
    const isLocal = /^(localhost|127\..*)$/.test(hostname);
    return made.secure && protocol !== "https:" && !isLocal ? null : made;
  }
