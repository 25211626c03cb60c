//! JSON schemas of wire types, made from the types themselves.

use serde_json::{Map, Value, json};

/// The schemas of a document by name.
#[derive(Default)]
pub(crate) struct SchemaSet(pub(crate) Map<String, Value>);

/// A type that is sent or received as a JSON object.
pub(crate) trait WireType {
    /// Its name in the document.
    const NAME: &'static str;

    /// Its schema; schemas of other types that it contains are added to the set.
    fn schema(set: &mut SchemaSet) -> Value;
}

impl SchemaSet {
    /// The reference to the schema of a type, which is added.
    pub(crate) fn reference<T: WireType>(&mut self) -> Value {
        if !self.0.contains_key(T::NAME) {
            // First a place, since types can contain each other.
            self.0.insert(T::NAME.to_owned(), Value::Null);
            let schema = T::schema(self);
            self.0.insert(T::NAME.to_owned(), schema);
        }
        json!({ "$ref": format!("#/components/schemas/{}", T::NAME) })
    }
}

/// The type of a field.
pub(crate) trait FieldType {
    /// Whether the field must be there.
    const IS_NEEDED: bool = true;

    fn field(set: &mut SchemaSet) -> Value;
}

macro_rules! plain_fields {
    ($($type:ty => $schema:expr),* $(,)?) => {
        $(impl FieldType for $type {
            fn field(_: &mut SchemaSet) -> Value {
                $schema
            }
        })*
    };
}

plain_fields!(
    String => json!({ "type": "string" }),
    bool => json!({ "type": "boolean" }),
    u16 => json!({ "type": "integer", "minimum": 0, "maximum": 65535 }),
    u32 => json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX }),
    u64 => json!({ "type": "integer", "format": "int64", "minimum": 0 }),
    i64 => json!({ "type": "integer", "format": "int64" }),
    f64 => json!({ "type": "number" }),
    Map<String, Value> => json!({ "type": "object" }),
);

impl<T: FieldType> FieldType for Option<T> {
    const IS_NEEDED: bool = false;

    fn field(set: &mut SchemaSet) -> Value {
        json!({ "anyOf": [T::field(set), { "type": "null" }] })
    }
}

impl<T: FieldType> FieldType for Vec<T> {
    fn field(set: &mut SchemaSet) -> Value {
        json!({ "type": "array", "items": T::field(set) })
    }
}

/// Defines a wire type: a struct, how it is written as JSON, and its schema.
macro_rules! wire {
    ($(
        $(#[doc = $about:literal])+
        $name:ident { $( $(#[doc = $doc:literal])+ $field:ident : $type:ty ),* $(,)? }
    )*) => {
        $(
            $(#[doc = $about])+
            #[derive(Debug, serde::Serialize, serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            pub(crate) struct $name { $( $(#[doc = $doc])+ pub(crate) $field: $type ),* }

            impl $crate::api::WireType for $name {
                const NAME: &'static str = stringify!($name);

                fn schema(#[allow(unused)] set: &mut $crate::api::SchemaSet) -> serde_json::Value {
                    #[allow(unused_mut)]
                    let mut properties = serde_json::Map::new();
                    #[allow(unused_mut)]
                    let mut needed: Vec<&str> = Vec::new();
                    $(
                        let mut schema = <$type as $crate::api::schema::FieldType>::field(set);
                        if schema.get("$ref").is_none() {
                            schema["description"] = concat!($($doc),+).trim().into();
                        }
                        properties.insert(stringify!($field).to_owned(), schema);
                        if <$type as $crate::api::schema::FieldType>::IS_NEEDED {
                            needed.push(stringify!($field));
                        }
                    )*
                    serde_json::json!({
                        "type": "object",
                        "description": concat!($($about),+).trim(),
                        "properties": properties,
                        "required": needed,
                        "additionalProperties": false,
                    })
                }
            }

            impl $crate::api::schema::FieldType for $name {
                fn field(set: &mut $crate::api::SchemaSet) -> serde_json::Value {
                    set.reference::<$name>()
                }
            }
        )*
    };
}
pub(crate) use wire;
