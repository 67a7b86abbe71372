import { Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DB } from '#db/types.ts'
import { camelCaseRowsPlugin, SnakeCaseDialect, toColumnName } from './column-names.ts'

/** A connection that answers every query with these rows. */
const buildAnsweringClient = (rows: object[]) => {
  const client = { query: async () => ({ command: 'SELECT', rowCount: rows.length, rows }), release: () => undefined }
  const dialect = new SnakeCaseDialect({ pool: { connect: async () => client as never, end: async () => undefined } })
  return new Kysely<DB>({ dialect, plugins: [camelCaseRowsPlugin] })
}

describe('column names', () => {
  const db = buildAnsweringClient([])

  it('writes column names in snake case everywhere in a query', () => {
    const { sql: text } = db
      .selectFrom('clientList as c')
      .innerJoin('client', 'client.id', 'c.clientId')
      .where('c.capitalCents', '>', '0')
      .select(['client.identityNumber as idNumber', sql`${sql.ref('c.name_sort')}`.as('nameSort')])
      .orderBy('c.clientId')
      .compile()
    expect(text).toBe(
      'select "client"."identity_number" as "id_number", "c"."name_sort" as "name_sort" from "client_list" as "c" ' +
        'inner join "client" on "client"."id" = "c"."client_id" where "c"."capital_cents" > $1 order by "c"."client_id"',
    )
  })

  it('a column name with a quotation mark stays one name', () => {
    expect(sql`select ${sql.ref('odd"Name')}`.compile(db).sql).toBe('select "odd""_name"')
  })

  it('column names keep digits and existing snake case', () => {
    expect(['line2', 'full_name', 'id', 'acting_cvl', 'last4Digits'].map(toColumnName)).toEqual([
      ...['line2', 'full_name', 'id', 'acting_cvl', 'last4_digits'],
    ])
  })

  it('rows return column names in camel case and leave values unchanged', async () => {
    const rows = [
      { full_name: 'Ana', before: { old_name: 'A' }, line2: null },
      { full_name: 'Eva', before: null, line2: 'x' },
    ]
    expect((await sql`select`.execute(buildAnsweringClient(rows))).rows).toEqual([
      { fullName: 'Ana', before: { old_name: 'A' }, line2: null },
      { fullName: 'Eva', before: null, line2: 'x' },
    ])
    expect((await sql`select`.execute(db)).rows).toEqual([])
  })
})
