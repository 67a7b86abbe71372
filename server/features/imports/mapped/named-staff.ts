import { toSearchText } from '#rules/search-text.ts'

/** `name`: 'Apellidos, Nombre'; `nameText`: 'Nombre Apellidos'. */
export type NamedEmployee = { id: string; cvl: string; name: string; nameText: string }

/** People by their CVL and by their name; a name that two have names nobody. */
export const indexStaff = (staff: readonly NamedEmployee[]): ReadonlyMap<string, string> => {
  const ids = new Map<string, string | null>()
  for (const { id, cvl, name, nameText } of staff) {
    ids.set(toSearchText(cvl), id)
    for (const text of new Set([toSearchText(name), toSearchText(nameText)])) ids.set(text, ids.has(text) ? null : id)
  }
  return new Map([...ids].flatMap(([text, id]) => (id === null ? [] : [[text, id] as const])))
}
