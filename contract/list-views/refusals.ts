export const refusals = {
  'listView.nameTaken': 409,
  'listView.tooMany': 409,
  'listView.audience': 403,
} as const satisfies Record<string, number>
