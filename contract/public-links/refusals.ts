export const refusals = {
  'link.invalid': 404,
  'link.used': 409,
  'link.wrongCode': 422,
  'link.codeExpired': 409,
  'link.accessOver': 409,
} as const satisfies Record<string, number>
