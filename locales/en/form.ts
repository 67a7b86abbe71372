import type es from '../es/form.ts'
import type { Shape } from '../shape.ts'

export default {
  codes: {
    required: 'This is needed.',
    invalid: 'This value is not valid.',
    too_small: 'The value is too small or too short.',
    too_big: 'The value is too large or too long.',
    taken: 'There is already another one with that name.',
    past: 'It has to be in the future.',
    unknown: 'This value is not known.',
    date: 'Not a date. For example: 3/5, today, +30.',
    number: 'Not a number. For example: 1.0825.',
  },
  draft: {
    restored: 'We brought back what you typed {{when}} and had not sent.',
    waiting: 'You have a draft from {{when}}.',
    take: 'Bring it back',
    discard: 'Discard it',
  },
} satisfies Shape<typeof es>
