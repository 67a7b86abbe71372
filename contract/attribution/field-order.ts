/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'ended',
  'validFrom',
  'productName',
  'clientChannel',
  'managerShare',
  'partnerShare',
  'advisorShare',
  'bankerShare',
  'reinvestmentDays',
] as const
