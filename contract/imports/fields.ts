/** What a file may be about. Each kind is one more entry here, and one more description in the server's list. */
export const importKinds = ['movements', 'instructions'] as const
export type ImportKind = (typeof importKinds)[number]

/** The fields of each kind, in the order in which one is asked for them. */
export const importFields = {
  movements: [
    { key: 'account', required: true },
    { key: 'bookingDate', required: true },
    { key: 'amount', required: true },
    { key: 'kind', required: false },
    { key: 'valueDate', required: false },
    { key: 'description', required: false },
    { key: 'reference', required: false },
  ],
  instructions: [
    { key: 'account', required: true },
    { key: 'instruction', required: true },
    { key: 'product', required: false },
    { key: 'allSigned', required: false },
  ],
} as const satisfies Record<ImportKind, readonly { key: string; required: boolean }[]>
export type ImportField = (typeof importFields)[ImportKind][number]['key']

/** Movements that are two lines each, and say everything by themselves; a tax, a transfer or the end of an account says more than a row does. */
export const importableMovementKinds = [
  'contribution',
  'withdrawal',
  'interest',
  'bonus',
  'penalty',
  'fee',
  'adjustment',
] as const
export type ImportableMovementKind = (typeof importableMovementKinds)[number]

/** Of these the money goes out of the account, whatever sign the file writes. */
export const outgoingMovementKinds: readonly ImportableMovementKind[] = ['withdrawal', 'penalty', 'fee']
