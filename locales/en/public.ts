import type es from '../es/public.ts'
import type { Shape } from '../shape.ts'

export default {
  signIn: 'Sign in',
  home: 'Go to the start page',
  landing: {
    title: 'Every client, every account, every figure explained to the cent',
    lead: 'Atalaya is the internal tool with which the team looks after its clients. You sign in with the account that an administrator opens.',
    clients: {
      title: 'Clients and accounts',
      text: 'Each manager’s portfolio with its data, its documents and the balance of every account.',
    },
    figures: {
      title: 'Figures that add up',
      text: 'A double-entry ledger that only grows: every balance can be computed again.',
    },
    access: {
      title: 'To each their own',
      text: 'The role decides what one sees and may do, and every change is on record.',
    },
  },
  maintenance: {
    title: 'Under maintenance',
    text: 'We are working on Atalaya. Your data are safe; come back in a while.',
    until: 'Expected until {{until}}.',
    retry: 'Check now',
    waiting: 'This page checks every 30 seconds and takes you back where you were.',
    over: 'No maintenance in progress',
    overText: 'Atalaya is working normally.',
    firm: 'Concerns: {{firm}}',
    unknown: 'The server could not be asked.',
  },
  upcoming: {
    title: 'Back soon',
    lead: 'Atalaya is under maintenance. It is expected to end on {{until}}.',
    noEnd: 'Atalaya is under maintenance, and no end has been announced.',
    nothing: 'Nothing is announced',
    nothingText: 'Atalaya is working normally and no interruption is expected.',
    late: 'It should be over by now: any moment.',
    days: 'days',
    hours: 'hours',
    minutes: 'minutes',
    seconds: 'seconds',
  },
  notFound: {
    title: 'Page not found',
    text: 'The address leads to no page. The link may be old or mistyped.',
  },
  broken: {
    title: 'Something failed on the server',
    text: 'It isn’t your fault. Try again in a moment; if it stays like this, tell support.',
  },
} satisfies Shape<typeof es>
