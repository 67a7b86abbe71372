import type { Compilable } from 'kysely'
import type { ModuleKey, PermissionAction } from '#contract/permissions.ts'
import type { Ctx } from './ctx.ts'
import { bindValue, type PreparedText, sendPrepared, toMarker } from './prepared-statement.ts'
import type { RecordScope, Rights } from './rights.ts'

/** Of a call, all that the text of a keyed statement may depend on. Nothing of one caller can stay in it for the next. */
export type StatementContext = Pick<Ctx, 'db' | 'scopes' | 'businessDate'> & {
  person: { rights: Pick<Rights, 'may' | 'getScopes'> }
}

type RequestedRight = readonly [ModuleKey, PermissionAction]

/** What of scopes the text depends on: who sees all, and of the others whether there are people and a zone. */
const formatScopeShape = (scopes: readonly RecordScope[]): string =>
  scopes
    .map(({ all, staffIds, zoneId }) => (all ? 'a' : `${staffIds.length > 0 ? 's' : ''}${zoneId === null ? '-' : 'z'}`))
    .join('.')

/** The scopes with markers instead of people and zones, whose values are noted. */
const markScopes = (scopes: readonly RecordScope[], of: string, values: Map<string, unknown>): readonly RecordScope[] =>
  scopes.map(({ all, staffIds, zoneId }, n) => {
    const people = toMarker(`${of}${n}.staff`)
    const zone = toMarker(`${of}${n}.zone`)
    values.set(people, [...staffIds])
    values.set(zone, zoneId)
    return { all, staffIds: staffIds.length > 0 ? [people] : [], zoneId: zoneId === null ? null : zone }
  })

/**
 * A statement by key, built by the query builder once for each shape of scopes and prepared under a name: the same text at each call, with the
 * call's own values. `build` gets markers for all of them, so that no value gets into the text; of `rights` those that it asks for.
 * See docs/decisions/0124-interest-from-kept-figures.md
 */
export const defineKeyedStatement = <Values extends Readonly<Record<string, string | null>>, Row>(
  name: string,
  rights: readonly RequestedRight[],
  build: (ctx: StatementContext, values: Values) => Compilable<Row>,
): ((ctx: StatementContext, values: Values) => Promise<Row[]>) => {
  const texts = new Map<string, PreparedText>()
  return async ({ db, scopes, businessDate, person }, given) => {
    const held = rights.map(([module, action]) => {
      const may = person.rights.may(module, action)
      return { module, action, may, scopes: may ? person.rights.getScopes(module, action) : [] }
    })
    const shape = [scopes, ...held.map(({ scopes }) => scopes)].map(formatScopeShape).join('/')
    const values = new Map<string, unknown>([[toMarker('today'), businessDate]])
    for (const [key, value] of Object.entries(given)) values.set(toMarker(key), value)
    const seen = markScopes(scopes, 'seen', values)
    const marked = held.map((right, n) => ({ ...right, scopes: markScopes(right.scopes, `right${n}.`, values) }))
    let prepared = texts.get(shape)
    if (!prepared) {
      const find = (module: ModuleKey, action: PermissionAction) => {
        const right = marked.find((one) => one.module === module && one.action === action)
        if (!right) throw new Error(`${name} asks for a right that it doesn't name: ${module} ${action}`)
        return right
      }
      const markers = Object.fromEntries(Object.keys(given).map((key) => [key, toMarker(key)])) as Values
      const { sql, parameters } = build(
        {
          db,
          scopes: seen,
          businessDate: toMarker('today'),
          person: {
            rights: {
              may: (module, action) => find(module, action).may,
              getScopes: (module, action) => find(module, action).scopes,
            },
          },
        },
        markers,
      ).compile()
      prepared = { name: `${name} ${shape}`, text: sql, parameters }
      texts.set(shape, prepared)
    }
    const bound = prepared.parameters.map((parameter) => bindValue(values, parameter))
    return (await sendPrepared(db, prepared, bound)) as Row[]
  }
}
