# Texts of the program in English. Keys begin with the area they belong to; both languages have the same keys and
# arguments, which a test of the crate `text` checks.

## Archive

archive-file-missing = { $name }: the file is missing, { $captures ->
    [one] { $captures } capture
   *[other] { $captures } captures
} in it
