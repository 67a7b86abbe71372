import { externalTabPaths } from './external-tabs.tsx'

/** The open positions of a group: those that it adds up, with the filters by which it does. */
export const buildGroupHref = (
  filters: Readonly<Record<string, string | readonly string[] | undefined>>,
  group: { product: string } | { institution: string },
): string => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...filters, ...group, state: 'open' }))
    if (value) query.set(key, Array.isArray(value) ? value.join(',') : String(value))
  return `${externalTabPaths.positions}?${query}`
}
