import type es from '../es/auth.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Sign in',
  lead: 'Sign in with your user name or e-mail.',
  claim: 'Every client, every account, every figure explained to the cent.',
  identity: 'User name or e-mail',
  password: 'Password',
  submit: 'Sign in',
  submitting: 'Signing in…',
  missingIdentity: 'Enter your user name or e-mail.',
  missingPassword: 'Enter your password.',
  wrong: 'Wrong user name or password',
  wait_one: 'You can try again in {{count}} second.',
  wait_many: 'You can try again in {{count}} seconds.',
  wait_other: 'You can try again in {{count}} seconds.',
  forgot: 'Forgotten your password?',
  noAccount: 'No account yet?',
  register: 'Sign up',
  or: 'or',
  google: 'Sign in with Google',
  unreachable: 'The server can’t be reached. Check your network and try again.',
  ended: {
    idle: 'Your session was closed due to inactivity. Sign in to continue where you were.',
    expired: 'Your session has expired. Sign in to continue where you were.',
    revoked: 'Your session is no longer valid. Sign in again.',
    elsewhere: 'You signed out in another tab.',
    changed: 'Your password has changed. Sign in with the new one.',
  },
  demo: {
    title: 'Demo firm',
    lead: 'All data are fictitious. Sign in as:',
    firm: 'Firm',
  },
} satisfies Shape<typeof es>

/** What lists of all features say of this one. */
export const words = {
  modules: {
    bt_inicio: 'Home',
    bt_CambioCVL: 'Switch to CVL',
  },
  notifications: {
    signIn: {
      newPlace: {
        title: 'Sign-in from a new place',
        text: 'There was a sign-in with your user from the address {{address}} ({{agent}}). If it was not you, change your password and end that session.',
      },
    },
    password: {
      changed: {
        title: 'Password changed',
        text: 'Your password was changed from the address {{address}}. If it was not you, tell your administrator.',
      },
    },
    google: {
      linked: {
        title: 'Google account linked',
        text: 'The Google account {{email}} signed in for the first time, from the address {{address}}. If it was not you, tell your administrator.',
      },
    },
  },
  actions: {
    navigation: 'Opens a screen',
    view_taken: 'Enters another person’s view',
    view_left: 'Returns to their own view',
    view_ended: 'Another person’s view ends',
  },
  entities: {
    bt_inicio: 'Screen: Home',
    bt_CambioCVL: 'Screen: Switch to CVL',
  },
  auditFields: {
    actingCvl: 'In the view of (CVL)',
  },
}
