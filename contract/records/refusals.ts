export const refusals = {
  'mention.noAccess': 422,
  'assignment.noAccess': 422,
  'comment.removed': 409,
  'comment.tooManyPinned': 409,
  'attachment.kind': 422,
  'attachment.macros': 422,
  'attachment.email': 422,
  'attachment.gone': 409,
  'tag.taken': 409,
  'tag.tooMany': 409,
} as const satisfies Record<string, number>
