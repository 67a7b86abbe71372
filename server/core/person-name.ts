import { type RawBuilder, sql } from 'kysely'

/** 'Nombre Apellidos' of a joined person, as part of a statement that is plain text. */
export const naturalNameSqlText = (table: string): string => `trim(${table}.name || ' ' || ${table}.surname)`

/** 'Nombre Apellidos' of a joined client or employee; null where nobody was joined. */
export const naturalNameSql = <T extends string | null = string>(table: string): RawBuilder<T> =>
  sql<T>`trim(${sql.ref(`${table}.name`)} || ' ' || ${sql.ref(`${table}.surname`)})`

/** 'Apellidos, Nombre' of a joined client or employee, as lists show it; who has one name only stands without a comma. Null where nobody was joined. */
export const fullNameSql = <T extends string | null = string>(table: string): RawBuilder<T> => {
  const name = sql.ref(`${table}.name`)
  const surname = sql.ref(`${table}.surname`)
  return sql<T>`(case when ${surname} = '' then ${name} else ${surname} || ', ' || ${name} end)`
}

/** The name of the user of that column, of whoever works or worked in the prefix; null where they are unknown by now. */
export const userNameSql = <T extends string | null = string | null>(column: string): RawBuilder<T> =>
  sql<T>`(select n.full_name from registry.people_named(array[${sql.ref(column)}]) n)`

/** Text as `searchText` makes it, near enough for names: lower case, letters without their accents. */
export const normalizeTextSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]+', '', 'g'))`
