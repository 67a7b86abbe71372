/** Of this year up to today, or of all time. */
export const captationSpans = ['year', 'lifetime'] as const
export type CaptationSpan = (typeof captationSpans)[number]

/** Nobody's books are older. */
export const lifetimeFrom = '1950-01-01'

/** By what clients are counted. */
export const clientDistributions = ['clientSizes', 'clientAges', 'clientTenures'] as const
