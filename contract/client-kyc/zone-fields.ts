/** What is compared of the lines that machines read. */
export const zoneComparisonFields = ['surname', 'name', 'number', 'birthDate', 'nationality', 'validUntil'] as const
export type ZoneComparisonField = (typeof zoneComparisonFields)[number]

/** `shortened`: the lines have no room for all of the name. `unknown`: one of both doesn't say it. */
export const zoneVerdicts = ['same', 'shortened', 'different', 'unknown'] as const
export type ZoneVerdict = (typeof zoneVerdicts)[number]
