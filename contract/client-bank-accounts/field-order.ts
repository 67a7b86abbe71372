/** The order in which the fields of its changes are read. */
export const fieldOrder = [
  'account',
  'holder',
  'bank',
  'bankAccount',
  'number',
  'defaultAccount',
  'takesOver',
  'payments',
  'otherHolder',
  'sameNumber',
  'sameOfJoint',
] as const
