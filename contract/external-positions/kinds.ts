/** What a client may have elsewhere. */
export const externalAssetKinds = ['deposit', 'fund', 'pension', 'other'] as const
/** What they may owe there: counted negative in what they have. */
export const externalDebtKinds = ['loan', 'card'] as const
export const externalKinds = [...externalAssetKinds, ...externalDebtKinds] as const
export type ExternalKind = (typeof externalKinds)[number]

export const isExternalDebt = (kind: ExternalKind): boolean => externalDebtKinds.some((debt) => debt === kind)

export const externalPositionStates = ['open', 'closed'] as const
export type ExternalPositionState = (typeof externalPositionStates)[number]

/** Why a position is over. `moved_here`: the money came to us. `mistake`: there never was one. */
export const externalClosingReasons = [
  'moved_here',
  'moved_elsewhere',
  'matured',
  'repaid',
  'withdrawn',
  'mistake',
  'other',
] as const
export type ExternalClosingReason = (typeof externalClosingReasons)[number]

/** In the place of a product's id: positions that an import brought without one. */
export const noExternalProduct = 'none'

/** The name of an institution as one of several values of a filter, which stand with commas between them in an address. */
export const toInstitutionFilter = (institution: string): string =>
  institution.replaceAll('%', '%25').replaceAll(',', '%2C')

export const parseInstitutionFilter = (value: string): string => value.replaceAll('%2C', ',').replaceAll('%25', '%')
