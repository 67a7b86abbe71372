export const refusals = {
  'presentation.noAccounts': 409,
  'presentation.noRate': 409,
} as const satisfies Record<string, number>
