/** The order in which the fields of its changes are read. */
export const fieldOrder = ['ended', 'validFrom', 'region', 'payee', 'payer', 'basis', 'rate', 'source'] as const
