export default {
  letter: {
    greeting: 'Hello {{name}},',
    when: 'When',
    place: 'Where',
    organizer: 'Organiser',
    join: 'Join the video call',
  },
  invited: { subject: 'Invitation: {{subject}}', intro: '{{owner}} invites you to "{{subject}}".' },
  changed: { subject: 'Changed: {{subject}}', intro: 'The details of "{{subject}}" have changed. They are now:' },
  canceled: { subject: 'Cancelled: {{subject}}', intro: '"{{subject}}" has been cancelled.' },
}
