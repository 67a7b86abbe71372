import type es from '#locales/es/mail.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  letter: {
    greeting: 'Hello {{name}},',
    signature: 'Atalaya',
    automatic: 'This is an automatic message: please do not reply.',
  },
  reset: {
    subject: 'Choose a new password for Atalaya',
    intro: 'A new password was requested for your Atalaya account ({{email}}) on {{at}}, from the address {{address}}.',
    action: 'Choose a new password',
    holds: 'The link is valid once and for 30 minutes, until {{until}}.',
    notYou:
      'If you did not request it, ignore this message: your password does not change. If you receive several such messages, tell an administrator.',
  },
  changed: {
    subject: 'Your Atalaya password has changed',
    intro: 'The password of your Atalaya account ({{email}}) was changed on {{at}}, from the address {{address}}.',
    ended: 'Your other open sessions have been ended.',
    notYou: 'If it was not you, request another password right now with this link and tell an administrator.',
    action: 'Request another password',
  },
  access: {
    subject: 'You can now sign in to Atalaya',
    intro: 'You have been given access to Atalaya with this e-mail address ({{email}}). Choose a password to sign in.',
    action: 'Choose a password',
    holds: 'The link is valid once and for 7 days.',
    google: 'You can also sign in with Google, if your Google account uses this address.',
    notYou: 'If the link has expired, or you did not expect this message, tell an administrator.',
  },
} satisfies Shape<typeof es>
