//! Conversion of structs to JavaScript and back.
//!
//! Exports take and return [`Ts<T>`](Ts). In the generated `.d.ts` it is the TypeScript type of the struct
//! `T`, which `#[derive(Tsify)]` declares with the struct's documentation. The conventions:
//!
//! - a missing value is `null`, and a number is never NaN: a struct with an `Option` has
//!   `#[tsify(missing_as_null)]`. `undefined` from JavaScript is read as `null`. Only a function without an answer
//!   returns `undefined`, as wasm-bindgen has it;
//! - a map is a plain object: a struct with a map has `#[tsify(hashmap_as_object)]`;
//! - a whole number is a `number`; above 2^53 it is refused, so digests are text;
//! - a long column is a typed array: `#[serde(with = "serde_bytes")]` with `#[tsify(type = "Uint8Array")]`,
//!   or [`typed_array`].

use crate::error::{Code, Error, Result};
use js_sys::{Object, Uint8Array};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::{Deserializer, Serializer};
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsCast, JsValue};

const SERIALIZER: Serializer = Serializer::json_compatible().serialize_bytes_as_arrays(false);

/// A struct for JavaScript.
///
/// # Errors
/// [`Code::BadValue`]: a whole number that JavaScript cannot represent; in debug builds, and so in all tests, also a number
/// that is NaN or infinite.
pub fn to_js<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>> {
    let value = value.serialize(&SERIALIZER).map_err(|error| Error::new(Code::BadValue, message(&error)))?;
    if cfg!(debug_assertions)
        && let Some(number) = strange_number(&value)
    {
        return Err(Error::new(Code::BadValue, format_args!("{number} crosses, where a missing number is null")));
    }
    Ok(Ts::new_unchecked(value))
}

/// A number in `value`, at any depth, that is NaN or infinite.
fn strange_number(value: &JsValue) -> Option<f64> {
    if let Some(number) = value.as_f64() {
        return (!number.is_finite()).then_some(number);
    }
    let object = value.dyn_ref::<Object>().filter(|object| !object.is_instance_of::<Uint8Array>())?;
    Object::values(object).iter().find_map(|inner| strange_number(&inner))
}

/// An array of structs for JavaScript.
///
/// # Errors
/// The errors of [`to_js`].
pub fn list_to_js<T: Tsify + Serialize>(values: impl IntoIterator<Item = T>) -> Result<Vec<Ts<T>>> {
    values.into_iter().map(|value| to_js(&value)).collect()
}

/// A struct from JavaScript.
///
/// # Errors
/// `code` with the path and the expected type: `frames[2].bytes: invalid type: ...`.
pub fn from_js<T: Tsify + DeserializeOwned>(value: &Ts<T>, code: Code) -> Result<T> {
    serde_path_to_error::deserialize(Deserializer::from(value.js_value())).map_err(|error| {
        let place = error.path().to_string();
        let message = message(error.inner());
        Error::new(code, if place == "." { message } else { format!("{place}: {message}") })
    })
}

/// The error's message, without the name of JavaScript's error class.
fn message(error: &serde_wasm_bindgen::Error) -> String {
    let text = error.to_string();
    text.strip_prefix("Error: ").map(str::to_owned).unwrap_or(text)
}

/// Number types with a typed array.
pub trait Column: Sized {
    /// JavaScript's array type.
    type Array: JsCast;
    /// Copies the numbers to JavaScript.
    fn array(column: &[Self]) -> Self::Array;
    /// Copies the numbers from JavaScript.
    fn column(array: &Self::Array) -> Vec<Self>;
}

macro_rules! columns {
    ($($number:ty => $array:ident),*) => {$(
        impl Column for $number {
            type Array = js_sys::$array;
            fn array(column: &[Self]) -> Self::Array {
                column.into()
            }

            fn column(array: &Self::Array) -> Vec<Self> {
                array.to_vec()
            }
        }
    )*};
}
columns!(u16 => Uint16Array, u32 => Uint32Array, f32 => Float32Array, f64 => Float64Array);

/// Serializes a column as a typed array: `#[serde(serialize_with = "typed_array")]`, with the array's name in
/// `#[tsify(type = "Float64Array")]`.
///
/// # Errors
/// Those of the serializer.
pub fn typed_array<T: Column, S: serde::Serializer>(
    column: &[T],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    serde_wasm_bindgen::preserve::serialize(&T::array(column), serializer)
}

/// Deserializes such a column: `#[serde(deserialize_with = "from_typed_array")]`.
///
/// # Errors
/// Another type.
pub fn from_typed_array<'de, T: Column, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<Vec<T>, D::Error> {
    serde_wasm_bindgen::preserve::deserialize(deserializer).map(|array| T::column(&array))
}
