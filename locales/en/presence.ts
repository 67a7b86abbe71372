import type es from '../es/presence.ts'
import type { Shape } from '../shape.ts'

export default {
  idle: {
    title: 'Are you still there?',
    text: 'Your session is about to end due to inactivity.',
    kept: 'Anything you have not sent is saved as a draft.',
    stay: 'Stay signed in',
    left_one: '{{count}} second left.',
    left_many: '{{count}} seconds left.',
    left_other: '{{count}} seconds left.',
  },
  changed: 'Your session changed in another tab. You are now working as {{name}} in {{prefix}}.',
  unsaved: {
    title: 'There are unsaved changes',
    text: 'If you leave now, they will be lost.',
    stay: 'Keep editing',
    leave: 'Leave without saving',
  },
} satisfies Shape<typeof es>
