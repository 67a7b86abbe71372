export const refusals = {
  'goal.own': 403,
} as const satisfies Record<string, number>
