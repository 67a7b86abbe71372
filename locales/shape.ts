/** Texts with the keys of the Spanish ones, no more and no fewer. */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

/** Some of the Spanish keys: what a variant says otherwise. */
export type Overrides<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Overrides<T[K]> }
