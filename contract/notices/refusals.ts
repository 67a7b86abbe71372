export const refusals = {
  'notice.notFailed': 409,
} as const satisfies Record<string, number>
