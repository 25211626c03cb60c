# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
