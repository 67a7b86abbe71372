export default {
  letter: {
    greeting: 'Hello {{name}},',
    when: 'When',
    last: 'Last of the series',
    place: 'Where',
    organizer: 'Organiser',
    join: 'Join the video call',
  },
  invited: { subject: 'Invitation: {{subject}}', intro: '{{owner}} invites you to “{{subject}}”.' },
  changed: { subject: 'Changed: {{subject}}', intro: 'The details of “{{subject}}” have changed. They are now:' },
  canceled: { subject: 'Cancelled: {{subject}}', intro: '“{{subject}}” has been cancelled.' },
  /** Why a meeting is cancelled that its series no longer has. */
  dropped: 'The series now repeats on other dates',
}
