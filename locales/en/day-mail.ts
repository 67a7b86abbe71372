/** The e-mail of the morning with what there is to do. */
export default {
  letter: {
    subject: 'Your day: {{count}} to do',
    greeting: 'Hello {{name}},',
    intro: 'Here is your day, {{date}}.',
    approvals: 'Requests awaiting your decision',
    more: 'And {{count}} more, on the page.',
    action: 'Open My day',
    stop: 'You receive this e-mail because you asked for it. Switch it off in your personal area, under Preferences.',
  },
}
