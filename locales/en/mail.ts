import type es from '#locales/es/mail.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  letter: {
    greeting: 'Hello {{name}},',
    signature: 'Atalaya',
    automatic: 'This message is sent automatically; there is no need to reply.',
  },
  reset: {
    subject: 'Choose a new password for Atalaya',
    intro:
      'Somebody asked for a new password for your Atalaya account ({{email}}) on {{at}}, from the address {{address}}.',
    action: 'Choose a new password',
    holds: 'The link works once and for 30 minutes: until {{until}}.',
    notYou:
      'If it was not you, do nothing: your password stays the same. If you receive several messages like this one, tell an administrator.',
  },
  changed: {
    subject: 'Your Atalaya password has changed',
    intro: 'The password of your Atalaya account ({{email}}) changed on {{at}}, from the address {{address}}.',
    ended: 'Your other open sessions have been ended.',
    notYou:
      'If it was not you, ask for another password right now with this link, which always works, and tell an administrator.',
    action: 'Ask for another password',
  },
  access: {
    subject: 'You can now sign in to Atalaya',
    intro: 'You have been given access to Atalaya with this e-mail address ({{email}}). Choose a password to sign in.',
    action: 'Choose a password',
    holds: 'The link works once, and for 7 days.',
    google: 'You can also sign in with Google, if your Google account uses this address.',
    notYou: 'If the link has expired, or you did not expect this message, tell an administrator.',
  },
} satisfies Shape<typeof es>
