// The part of replay that runs in the reader's browser. It makes a page believe that it is at its archived address at
// the time of its capture, and sends everything it loads to the archive.
//
// The files of this folder are joined in the order of their names and served as /_stodola/replay.js, less comments and
// indentation. Comments therefore stand on lines of their own, and no string goes over more than one line.
//
// The whole is one function: it is run again, from its own source, in each empty frame and popup that a page makes.
(function (scope, given) {
"use strict";

function start(self, config) {
  // What a page may not see changed is taken before the page can change it.
  const { Object, Reflect, String, RegExp, WeakMap, Map, Symbol, Array, JSON, Promise, TypeError } = self;
  const { document, URL, DOMException, Function, Proxy } = self;
  const RealDate = self.Date;
  const isPage = document !== undefined;
  const { apply, construct } = Reflect;
  const getOwn = Object.getOwnPropertyDescriptor;
  const define = Object.defineProperty;
  const isText = (value) => typeof value === "string";
  const functionText = Function.prototype.toString;

  // Returns a value of another window, or nothing if it is of another origin.
  function across(read) {
    try {
      return read();
    } catch {
      return undefined;
    }
  }

  const realParent = isPage ? getOwn(self, "parent").get : undefined;
  const parentOf = (window) => apply(realParent, window, []);

  // One object for all windows that can reach each other. `sender` is the window whose script is about to send a
  // message; `shownText` has the text that a function of ours shows instead of its own.
  const eachWindow = isPage ? sharedState() : { shownText: new WeakMap() };
  const { shownText } = eachWindow;

  function sharedState() {
    const opener = apply(getOwn(self, "opener").get, self, []);
    return across(() => parentOf(self) !== self && parentOf(self).__stodola.shared)
      || across(() => opener && opener.__stodola.shared) || { shownText: new WeakMap() };
  }

  // Makes `made` look like `original`, which may be the name of a function that does not exist otherwise.
  function disguise(made, original, length = 0) {
    const isName = isText(original);
    const name = isName ? original : original.name;
    define(made, "name", { value: name, configurable: true });
    define(made, "length", { value: isName ? length : original.length, configurable: true });
    shownText.set(made, isName ? `function ${name}() { [native code] }` : apply(functionText, original, []));
    return made;
  }

  // The object that has a property of the global: in workers that is a prototype.
  function ownerOf(object, name) {
    while (object === self || object && !isPage && object instanceof self.WorkerGlobalScope) {
      if (Object.hasOwn(object, name)) break;
      object = Object.getPrototypeOf(object);
    }
    return object;
  }

  // Replaces a method. `handler` gets the receiver, the arguments and the original.
  function method(object, name, handler) {
    object = ownerOf(object, name);
    const found = object && getOwn(object, name);
    if (!found || typeof found.value !== "function") return;
    const original = found.value;
    const made = { [name](...given) { return handler(this, given, original); } }[name];
    found.value = disguise(made, original);
    define(object, name, found);
  }

  // Replaces a method so that one of its arguments is translated first.
  function translate(object, name, index, change) {
    method(object, name, (self, given, original) => {
      if (given.length > index) given[index] = change(given[index], self, given);
      return apply(original, self, given);
    });
  }

  // Replaces the getter and the setter of a property; either may be left as it is.
  // `get` receives the original value and the receiver, `set` the receiver, the new value and the original setter.
  function property(object, name, get, set) {
    object = ownerOf(object, name);
    const found = object && getOwn(object, name);
    if (!found || !found.get) return;
    const { get: getter, set: setter } = found;
    if (get) {
      found.get = disguise({ get() { return get(apply(getter, this, []), this); } }.get, getter);
    }
    if (set && setter) {
      const put = function (receiver, value) { apply(setter, receiver, [value]); };
      found.set = disguise({ set(value) { set(this, value, put); } }.set, setter);
    }
    define(object, name, found);
  }

  // Replaces the getter of a property by one that does not need the original value.
  function getter(object, name, get) {
    object = ownerOf(object, name);
    const found = object && getOwn(object, name);
    if (!found || !found.get) return;
    const original = found.get;
    found.get = disguise({ get() { return get(this, original); } }.get, original);
    define(object, name, found);
  }

  // Adds a property with a getter that looks like one of the browser.
  function field(object, name, get, set, isHidden) {
    define(object, name, {
      get: disguise({ get() { return get(this); } }.get, "get " + name),
      set: set && disguise({ set(value) { set(value, this); } }.set, "set " + name, 1),
      enumerable: !isHidden, configurable: true,
    });
  }

  // Replaces a value; what else the property has stays.
  function replaceValue(object, name, value) {
    define(object, name, { value });
  }

  // Replaces a constructor. `handler` may change the arguments in place.
  function constructor(name, handler) {
    const original = self[name];
    if (typeof original !== "function") return;
    const made = new Proxy(original, {
      construct(target, given, newTarget) {
        const other = handler(given);
        return other === undefined ? construct(target, given, newTarget === made ? target : newTarget) : other;
      },
    });
    shownText.set(made, apply(functionText, original, []));
    replaceValue(self, name, made);
    replaceValue(original.prototype, "constructor", made);
  }

  function remove(object, ...names) {
    for (const name of names) if (object && name in object) delete object[name];
  }

  // The native getter of a property, as a function of the receiver; never fails, for receivers of other kinds.
  function getterOf(object, name) {
    const found = object && getOwn(object, name);
    return found && found.get ? (receiver) => apply(found.get, receiver, []) : () => undefined;
  }

  // A prototype by the name of its interface, if the browser has it.
  function prototypeOf(name) {
    return typeof self[name] === "function" ? self[name].prototype : undefined;
  }
