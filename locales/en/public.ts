import type es from '../es/public.ts'
import type { Shape } from '../shape.ts'

export default {
  signIn: 'Sign in',
  home: 'Go to the start page',
  landing: {
    title: 'Every client, every account, every figure explained to the cent',
    lead: 'Atalaya is the team’s internal tool to manage its clients. Access is set up by an administrator.',
    clients: {
      title: 'Clients and accounts',
      text: 'Each manager’s portfolio, with the details, documents and balance of every account.',
    },
    figures: {
      title: 'Figures that add up',
      text: 'Double-entry accounting that is never deleted: every balance can be recalculated.',
    },
    access: {
      title: 'Permissions by role',
      text: 'The role determines what each person sees and does, and every change is recorded.',
    },
  },
  maintenance: {
    title: 'Under maintenance',
    text: 'We are carrying out maintenance. Your data are safe. Come back in a few minutes.',
    until: 'Expected until {{until}}.',
    retry: 'Check now',
    waiting: 'This is checked every 30 seconds and you will return to the page you were on.',
    over: 'No maintenance in progress',
    overText: 'Atalaya is working normally.',
    firm: 'Concerns: {{firm}}',
    unknown: 'The server could not be reached.',
  },
  upcoming: {
    title: 'Back soon',
    lead: 'Atalaya is under maintenance. It is expected to end on {{until}}.',
    noEnd: 'Atalaya is under maintenance, with no expected end.',
    nothing: 'No maintenance planned',
    nothingText: 'Atalaya is working normally and no interruptions are planned.',
    late: 'It is about to end.',
    days: 'days',
    hours: 'hours',
    minutes: 'minutes',
    seconds: 'seconds',
  },
  notFound: {
    title: 'Page not found',
    text: 'The address does not match any page. The link may be old or mistyped.',
  },
  broken: {
    title: 'Server error',
    text: 'Try again in a moment. If the problem continues, tell support.',
  },
} satisfies Shape<typeof es>
