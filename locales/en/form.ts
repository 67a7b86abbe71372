import type es from '../es/form.ts'
import type { Shape } from '../shape.ts'

export default {
  codes: {
    unchanged: 'Choose another one than they have.',
    lastResort: 'This can’t be taken from anybody.',
    required: 'This is needed.',
    invalid: 'This value is not valid.',
    too_small: 'The value is too small or too short.',
    too_big: 'The value is too large or too long.',
    taken: 'It is in use already. Choose another.',
    past: 'It has to be in the future.',
    unknown: 'This value is not known.',
    date: 'Not a date. For example: 3/5, today, +30.',
    number: 'Not a number. For example: 1.0825.',
    email: 'This is not an e-mail address.',
    phone: 'This is not a phone number. With its code if it is of another country: +351…',
    iban: 'This is not an IBAN: check its digits.',
    clabe: 'This is not a CLABE: check its digits.',
    socialSecurity: 'This is not a valid number: check its digits.',
    order: 'These dates are not in order.',
    future: 'It has to be a date in the past.',
    beforeToday: 'It has to be today or later.',
    ofAnother: 'It already belongs to somebody else.',
    outOfReach: 'It is outside of what you may see.',
    same: 'It is so already on that day.',
    planned: 'Another change is planned for that day.',
    leaving: 'This person is leaving the firm.',
  },
  draft: {
    restored: 'We brought back what you typed {{when}} and had not sent.',
    waiting: 'You have a draft from {{when}}.',
    take: 'Bring it back',
    discard: 'Discard it',
  },
} satisfies Shape<typeof es>
