import type es from '../es/notifications.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Notifications',
  unread: 'Unread',
  today: 'Today',
  yesterday: 'Yesterday',
  readAll: 'Mark all as read',
  loading: 'Loading notifications',
  empty: 'You have no notifications',
  emptyHint: 'What concerns your account and Atalaya is told here.',
  older: 'Show earlier ones',
  ways: { app: 'The authenticator app', passkey: 'The passkey “{{name}}”' },
  outcomes: { approved: 'approved', rejected: 'rejected', expired: 'expired' },
  kinds: {
    signIn: {
      newPlace: {
        title: 'Sign-in from a new place',
        text: 'You signed in from the address {{address}} ({{agent}}). If it was not you, change your password and end that session.',
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
    secondFactor: {
      added: { title: 'Second factor added', text: '{{way}} guards your account now.' },
      removed: { title: 'Second factor removed', text: '{{way}} no longer guards your account.' },
    },
    recoveryCode: {
      used: {
        title: 'Recovery code used',
        text: 'You have {{left}} left. You can make new ones in your personal area.',
      },
    },
    recoveryCodes: {
      renewed: {
        title: 'New recovery codes',
        text: 'They were made from the address {{address}}, and the ones before no longer work. If it was not you, tell your administrator.',
      },
    },
    permissions: {
      changed: {
        title: 'Permissions changed',
        text: 'What you may see and do has changed. The menu shows it already.',
      },
    },
    employee: {
      accountProposed: {
        title: 'A change of your bank accounts is proposed',
        text: '{{by}} has proposed to change where the firm pays you. Somebody else has to approve it. If you did not ask for it, tell direction.',
      },
      accountChanged: {
        title: 'Your bank accounts have changed',
        text: '{{by}} has approved it. Check the account in your personal area; if you did not ask for it, tell direction.',
      },
      moveFailed: {
        title: 'Change of supervisor not made',
        text: 'The change of {{cvl}} planned for {{date}} was not made. See their record.',
      },
    },
    ledger: {
      differs: {
        title: 'The books do not hold',
        text: 'The nightly check found differences: {{differences}}. Open it to see which.',
      },
    },
    payments: {
      stalled: {
        title: 'A payment batch does not finish booking',
        text: 'Payments of {{reference}} that can’t be booked: {{orders}}. They are tried again, with growing pauses.',
      },
    },
    import: {
      stalled: {
        title: 'An import does not get on',
        text: 'Import {{who}} ({{file}}) fails for a reason that isn’t in the file. It is tried again, with growing pauses.',
      },
    },
    client: {
      bankAccount: {
        title: 'A client is paid elsewhere',
        text: '{{change}}. If you did not expect it, tell the management.',
      },
      signature: {
        title: 'Who signs for an account changes',
        text: '{{change}}. If you did not expect it, tell the management.',
      },
    },
    maturities: {
      parked: {
        title: 'Maturities that wait',
        text: 'Matured without their instruction being carried out: {{count}}. Their money waits without interest until you say what to do.',
      },
      stopped: {
        title: 'Maturities that can’t be carried out',
        text: 'They mature in a week and their instruction can’t be carried out: {{count}}. The list says why.',
      },
    },
    night: {
      postingFailed: {
        title: 'The nightly run does not finish',
        text: 'Interest and maturities of {{date}} could not be posted. They are tried again, with growing pauses.',
      },
      verificationFailed: {
        title: 'The check of the books does not finish',
        text: 'The one of {{date}} could not be made. It is tried again, with growing pauses.',
      },
    },
    handover: {
      done: { title: 'Handover done', text: 'The handover to {{name}} is done. Clients: {{clients}}.' },
      undone: {
        title: 'Handover undone',
        text: 'The handover to {{name}} no longer counts: the clients stay with whoever had them. Clients: {{clients}}.',
      },
      failed: {
        title: 'Handover not done',
        text: '{{name}} can no longer be given clients. They stay with whoever had them. Clients: {{clients}}.',
      },
    },
    maintenance: { announced: { title: 'Maintenance', text: 'Expected to end: {{until}}.', open: 'No end planned.' } },
    approval: {
      waiting: { title: 'A change is waiting for you', text: '{{maker}} proposes: {{change}}.' },
      decided: { title: 'Your change is {{outcome}}', text: '{{change}}.' },
      taskSwitched: {
        title: 'Setting of the checks',
        text: '{{by}} has approved not asking any more for: {{task}}.',
        on: '{{by}} has switched on the check: {{task}}.',
      },
    },
    setting: { changed: { title: 'Setting changed', text: '{{by}} has approved: {{change}}.' } },
    limit: { changed: { title: 'Limit changed', text: '{{by}} has approved: {{change}}.' } },
    contributionRules: {
      changed: { title: 'Rules of money noted by hand changed', text: '{{by}} has approved: {{change}}.' },
    },
    contributions: {
      overdue: {
        title: 'Contributions not confirmed',
        text: 'There are contributions noted by hand that no statement has confirmed in time. Check them: what is paid from them waits.',
      },
    },
    firmAccount: { changed: { title: 'Payment account changed', text: '{{by}} has approved: {{change}}.' } },
    access: {
      created: {
        title: 'New user',
        text: '{{name}} can sign in with the role {{role}}. Made on the server, on the command line.',
      },
      directionEnded: {
        title: 'Somebody of direction leaves',
        text: '{{by}} has ended the access or the contract of {{name}}, of direction.',
      },
    },
    secondFactorRoles: {
      changed: { title: 'Second factor', text: '{{by}} has approved: {{change}}.' },
    },
    relative: {
      declared: {
        title: 'You have been declared a relative',
        text: '{{who}} has declared you a relative. Confirm it in your personal area if it is true; if not, tell human resources.',
      },
    },
    substitution: {
      named: { title: 'Substitution', text: 'You decide for {{name}} from {{from}} to {{to}}.' },
      set: { title: 'Substitution', text: '{{name}} decides for you from {{from}} to {{to}}.' },
    },
    comment: {
      mentioned: {
        title: 'You were mentioned',
        text: '{{by}} mentions you in a comment on {{entity}}.',
      },
    },
    record: {
      assigned: {
        title: 'You are in charge',
        text: '{{by}} has put you in charge of {{entity}}.',
      },
    },
  },
  records: {
    client: 'the record of {{name}}',
    account: 'account {{name}}',
    approval: 'a proposed change',
  },
} satisfies Shape<typeof es>
