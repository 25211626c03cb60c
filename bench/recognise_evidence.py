"""Pages with mixed evidence: text from the labelled web, everything else about them made up.

Languages cannot tell whose a page is: an English page may be a Czech university's, a Czech one may sit on a server
abroad. No labelled set of such pages exists, so it is synthesised here. The text is real; the kind of page is drawn by
`kinds`, and its contacts, links, places, declared language and server are drawn from what the kind says is usual. The
kind also says whether a person would call the page the nation's. There are two nations, with a pack each.
"""

import dataclasses
import html
import random
import unicodedata

# Where servers stand: a network each, out of the range kept for benchmarks.
COUNTRIES = ["CZ", "SK", "DE", "US", "NL", "IE", "PL", "AT", "FR", "IT", "ES", "HU", "GB", "RU", "UA", "SE", "FI", "DK",
             "PT", "RO", "GR", "JP", "SI", "HR"]
ABROAD = ["DE", "US", "NL", "IE", "FR"]

# Top-level domain and country that go with a language, and a phone number there: the recogniser knows which there are,
# so drawn are only digits that are free in the capital's numbers.
HOMES = {
    "cs": ("cz", "CZ", "+420 224 ######"), "sk": ("sk", "SK", "+421 25# ######"), "pl": ("pl", "PL", "+48 22# ######"),
    "de": ("de", "DE", "+49 302 ######"), "en": ("co.uk", "GB", "+44 207 #######"),
    "fr": ("fr", "FR", "+33 14# ######"),
    "it": ("it", "IT", "+39 028 ######"), "es": ("es", "ES", "+34 912 ######"), "hu": ("hu", "HU", "+36 13# #####"),
    "nl": ("nl", "NL", "+31 205 ######"), "ru": ("ru", "RU", "+7 495 #######"), "uk": ("ua", "UA", "+380 442 ######"),
    "sv": ("se", "SE", "+46 85# ######"), "fi": ("fi", "FI", "+358 94# ######"), "da": ("dk", "DK", "+45 334 #####"),
    "pt": ("pt", "PT", "+351 213 ######"), "ro": ("ro", "RO", "+40 213 ######"), "el": ("gr", "GR", "+30 213 #######"),
    "ja": ("jp", "JP", "+81 35# ######"), "sl": ("si", "SI", "+386 14# #####"), "hr": ("hr", "HR", "+385 14# #####"),
}
@dataclasses.dataclass
class Nation:
    """A nation, its nearest neighbour, and what its pages are full of."""

    adjective: str
    language: str
    neighbour: str
    neighbour_adjective: str
    country: str
    state: str
    capital: str
    code: str
    # What its numbers begin with, by a digit that is drawn.
    beginnings: dict
    towns: list
    streets: list
    names: list
    mailboxes: list
    # The first digits of postal codes.
    postal: tuple

    @property
    def top(self):
        return HOMES[self.language][0]


NATIONS = {
    "cz": Nation(
        "Czech", "cs", "sk", "Slovak", "Czechia", "CZ", "Prague", "420",
        {"2": "224", "3": "377", "5": "543", "6": "602", "7": "777"},
        ["Praha", "Brno", "Ostrava", "Plzeň", "Liberec", "Olomouc", "Pardubice", "Zlín", "Jihlava", "Kladno", "Opava",
         "Hradec Králové", "Ústí nad Labem", "České Budějovice", "Karlovy Vary", "Havlíčkův Brod"],
        ["Dlouhá", "Nádražní", "Husova", "Palackého", "Komenského", "Školní", "Zahradní", "Masarykova"],
        ["rybka", "novak", "obchod", "dilna", "lipa", "sokol", "hora", "javor", "vltava", "orel", "slunce", "kolo",
         "brana", "mlyn", "potok", "cesta", "kniha", "hvezda", "most", "pramen", "studio", "atelier", "hudba"],
        ["info", "kancelar", "obchod", "jan"], (100, 799)),
    "sk": Nation(
        "Slovak", "sk", "cs", "Czech", "Slovakia", "SK", "Bratislava", "421",
        {"2": "254", "3": "905", "5": "556", "6": "911", "7": "948"},
        ["Bratislava", "Košice", "Prešov", "Žilina", "Nitra", "Trnava", "Trenčín", "Poprad", "Prievidza", "Zvolen",
         "Michalovce", "Komárno", "Banská Bystrica", "Spišská Nová Ves", "Liptovský Mikuláš", "Lučenec"],
        ["Hlavná", "Štúrova", "Hviezdoslavova", "Školská", "Záhradná", "Jesenského", "Mlynská", "Štefánikova"],
        ["rybar", "horvat", "predaj", "dielna", "lipka", "sokolik", "hory", "jasen", "hron", "orol", "slnko", "koleso",
         "brana", "mlyny", "potocik", "cesty", "kniznica", "hviezda", "mosty", "pramene", "vaha", "atelier",
         "hudobnik"],
        ["info", "kancelaria", "obchod", "jan"], (800, 999)),
}
OTHER_NAMES = ["north", "river", "stone", "green", "alpha", "delta", "orion", "lumen", "nova", "atlas", "vector",
               "harbour", "meadow", "silver", "tempo", "union", "vista", "zenith"]


@dataclasses.dataclass
class Kind:
    """What is usual for a kind of page. Numbers are chances, or ranges of how many."""

    name: str
    national: bool
    languages: tuple
    weight: float
    # Traces of the nation: e-mails, phones, links, addresses with a town, towns named in the text.
    emails: tuple = (0, 0)
    phones: tuple = (0, 0)
    links: tuple = (0, 0)
    addresses: tuple = (0, 0)
    towns: tuple = (0, 0)
    # Chance of contacts and links of the language's own country, or of nowhere in particular.
    own: float = 0.0
    # Chance that the server stands in the nation's country; else at home if `at_home`, else abroad.
    our_server: float = 0.0
    at_home: float = 0.0
    # Chance that the language is declared, and that what is declared is English instead.
    declared: float = 0.7
    misdeclared: float = 0.1
    stripped: float = 0.0


def kinds(nation):
    """The kinds of pages that a recogniser of the nation meets."""
    we, they, ours, near = nation.adjective, nation.neighbour_adjective, (nation.language,), (nation.neighbour,)
    foreign = tuple(code for code in HOMES if code != nation.language)
    return [
        Kind(f"{we}, at home", True, ours, 18, emails=(0, 3), phones=(0, 3), links=(1, 8), addresses=(0, 2),
             our_server=0.9),
        Kind(f"{we}, on a server abroad", True, ours, 9, emails=(0, 2), phones=(0, 1), links=(0, 4), addresses=(0, 1),
             own=0.3),
        Kind(f"{we}, nothing but text", True, ours, 5, declared=0.3, misdeclared=0.4),
        Kind(f"{we} without diacritics", True, ours, 2, emails=(0, 1), links=(0, 3), declared=0.2, misdeclared=0.4,
             our_server=0.5, stripped=1.0),
        Kind(f"foreign language, of a {we} institution", True, ("en", "en", "de", "ru", *near), 5, emails=(0, 3),
             phones=(1, 3), links=(1, 10), addresses=(1, 2), our_server=0.8),
        Kind("foreign, at home", False, foreign, 20, own=0.9, at_home=0.9),
        Kind("foreign, nothing but text", False, foreign, 10, declared=0.3, misdeclared=0.4),
        Kind(f"{they}, at home", False, near, 8, own=0.9, at_home=0.9),
        Kind(f"{they} with one {we} contact", False, near, 5, emails=(0, 1), phones=(0, 1), links=(0, 2), own=0.9,
             our_server=0.1, at_home=0.9),
        Kind(f"foreign with one {we} trace", False, foreign, 7, emails=(0, 1), links=(0, 1), towns=(0, 1), own=0.6,
             at_home=0.5),
        Kind(f"foreign, with a branch in {nation.country}", False, foreign, 4, emails=(0, 1), phones=(1, 1),
             links=(0, 1), addresses=(1, 1), own=1.0, at_home=0.9),
        Kind(f"German or English about {nation.capital}", False, ("de", "en"), 5, towns=(2, 5), links=(0, 1), own=0.8,
             at_home=0.8),
        Kind(f"foreign, on a {we} server", False, foreign, 5, own=0.7, our_server=1.0),
    ]


@dataclasses.dataclass
class Noise:
    """Chances that a piece of the nation's evidence is left out, and that a page of others gets a piece more."""

    lost: float = 0.0
    stray: float = 0.0


@dataclasses.dataclass
class Dressed:
    uri: str
    kind: str
    national: bool
    language: str
    words: int
    body: bytes
    server: str


def dress(pages, count, seed, nation, noise=Noise()):
    """So many pages of all kinds. Texts of a language are used in turn. Names, streets and towns of the seed "tune" are
    never those of another."""
    chance = random.Random(seed)
    by_language = {}
    for page in pages:
        by_language.setdefault(page.language, []).append(page)
    for texts in by_language.values():
        chance.shuffle(texts)
    used, out, all_kinds = {}, [], kinds(nation)
    for number in range(count):
        kind = chance.choices(all_kinds, [kind.weight for kind in all_kinds])[0]
        languages = [code for code in kind.languages if code in by_language]
        language = chance.choice(languages)
        turn = used[language] = used.get(language, -1) + 1
        texts = by_language[language]
        out.append(one(kind, texts[turn % len(texts)], number, chance, seed == "tune", nation, noise))
    return out


def one(kind, page, number, chance, tune, nation, noise):
    half = slice(0, None, 2) if tune else slice(1, None, 2)
    towns, streets, own_names = nation.towns[half], nation.streets[half], nation.names[half]
    other_names = OTHER_NAMES[half]

    def some(least, most):
        """How many pieces of evidence of a kind there are."""
        count = sum(chance.random() >= noise.lost for _ in range(chance.randint(least, most)))
        return count + (not kind.national and chance.random() < noise.stray)

    home = HOMES[page.language]
    text = page.text
    if chance.random() < kind.stripped:
        text = without_diacritics(text)
    names = own_names if kind.national else other_names
    host = f"{chance.choice(names)}{number}.{chance.choice(['com', 'org', 'net', 'eu', 'info'])}"
    lines, contact, links = text.split("\n"), [], []

    def own_name():
        return f"{chance.choice(own_names)}-{chance.choice(own_names)}.{nation.top}"

    for _ in range(some(*kind.emails)):
        contact.append(f"{chance.choice(nation.mailboxes)}@{own_name()}")
    for _ in range(some(*kind.phones)):
        # Drawn as before there were beginnings, so that the rest of every page stayed what it was.
        digits = f"{nation.beginnings[chance.choice('23567')]}{chance.randrange(10**8) % 10**6:06}"
        shape = chance.choice(["+{} {} {} {}", "+{}{}{}{}", "+{}-{}-{}-{}", "00{} {} {} {}"])
        contact.append("tel. " + shape.format(nation.code, digits[:3], digits[3:6], digits[6:]))
    for _ in range(some(*kind.links)):
        links.append(f"http://www.{own_name()}/")
    for _ in range(some(*kind.addresses)):
        contact.append(f"{chance.choice(streets)} {chance.randint(1, 99)}, {chance.randint(*nation.postal)} "
                       f"{chance.randint(0, 99):02} {chance.choice(towns)}")
    for _ in range(some(*kind.towns)):
        at = chance.randrange(len(lines) + 1)
        lines.insert(at, chance.choice(towns))
    if chance.random() < kind.own:
        foreign = home if page.language != nation.language else ("com", "", "")
        contact.append(f"info@{chance.choice(other_names)}.{foreign[0]}")
        if foreign[2] and chance.random() < 0.6:
            digits = iter(f"{chance.randrange(10**3):03}{chance.randrange(10**6):06}")
            contact.append("tel. " + "".join(next(digits) if sign == "#" else sign for sign in foreign[2]))
        links += [f"http://www.{chance.choice(other_names)}.{chance.choice([foreign[0], 'com', 'org'])}/"
                  for _ in range(chance.randint(1, 6))]
    links.append(f"http://{host}/contact")

    if chance.random() < kind.our_server:
        country = nation.state
    elif chance.random() < kind.at_home:
        country = home[1]
    else:
        country = chance.choice(ABROAD)
    declared = ""
    if chance.random() < kind.declared:
        declared = f' lang="{page.language}"'
    elif chance.random() < kind.misdeclared:
        declared = ' lang="en"'
    server = f"198.18.{COUNTRIES.index(country)}.{chance.randint(1, 254)}"
    return Dressed(f"http://{host}/{number}", kind.name, kind.national, page.language, page.words,
                   page_of(declared, lines, contact, links), server)


def page_of(declared, lines, contact, links):
    title = html.escape(lines[0][:80]) if lines else ""
    body = [f"<!DOCTYPE html>\n<html{declared}><head><meta charset=\"utf-8\"><title>{title}</title></head>\n<body>"]
    body += [f"<p>{html.escape(line)}</p>" for line in lines]
    body.append("<ul>" + "".join(f'<li><a href="{link}">{link.split("/")[2]}</a></li>' for link in links) + "</ul>")
    body.append("<address>" + "<br>".join(html.escape(item) for item in contact) + "</address>\n</body></html>\n")
    return "\n".join(body).encode()


def without_diacritics(text):
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def write_warc(path, dressed):
    """Each page as a response, with the address of its server."""
    with path.open("wb") as out:
        for number, page in enumerate(dressed):
            http = (f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
                    f"Content-Length: {len(page.body)}\r\n\r\n").encode() + page.body
            head = (f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {page.uri}\r\n"
                    f"WARC-Date: 2026-01-01T00:00:00Z\r\n"
                    f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012x}>\r\n"
                    f"WARC-IP-Address: {page.server}\r\nContent-Type: application/http; msgtype=response\r\n"
                    f"Content-Length: {len(http)}\r\n\r\n")
            out.write(head.encode() + http + b"\r\n\r\n")


def write_countries(path):
    """A database of the countries above in MaxMind's format: the network 198.18.N.0/24 is in the Nth of them."""
    data, offsets = b"", []
    for country in COUNTRIES:
        offsets.append(len(data))
        data += field({"country": {"iso_code": country}})
    nodes = [[None, None]]
    for index in range(len(COUNTRIES)):
        bits = f"{(198 << 16) | (18 << 8) | index:024b}"
        node = 0
        for bit in bits[:-1]:
            if nodes[node][int(bit)] is None:
                nodes.append([None, None])
                nodes[node][int(bit)] = len(nodes) - 1
            node = nodes[node][int(bit)]
        nodes[node][int(bits[-1])] = ("data", offsets[index])
    count = len(nodes)

    def record(entry):
        if entry is None:
            return count
        return count + 16 + entry[1] if isinstance(entry, tuple) else entry

    tree = b"".join(record(entry).to_bytes(3, "big") for node in nodes for entry in node)
    about = {"binary_format_major_version": (5, 2), "binary_format_minor_version": (5, 0), "build_epoch": (9, 1),
             "ip_version": (5, 4), "database_type": "synthesised", "description": {"en": "for bench/recognise"},
             "languages": ["en"], "node_count": (6, count), "record_size": (5, 24)}
    path.write_bytes(tree + bytes(16) + data + b"\xab\xcd\xefMaxMind.com" + field(about))


def field(value):
    """A value in the format's own encoding: the type in three bits, the size in five, then the bytes. Numbers come with
    the type of their width."""
    if isinstance(value, dict):
        return head(7, len(value)) + b"".join(field(key) + field(item) for key, item in value.items())
    if isinstance(value, list):
        return head(11, len(value)) + b"".join(map(field, value))
    if isinstance(value, tuple):
        raw = value[1].to_bytes((value[1].bit_length() + 7) // 8, "big")
        return head(value[0], len(raw)) + raw
    raw = value.encode()
    return head(2, len(raw)) + raw


def head(kind, size):
    assert size < 285
    extended = bytes([kind - 7]) if kind > 7 else b""
    first = (0 if kind > 7 else kind) << 5
    if size < 29:
        return bytes([first | size]) + extended
    return bytes([first | 29]) + extended + bytes([size - 29])
