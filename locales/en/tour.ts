export default {
  offer: 'New to Atalaya? See the essentials in a minute.',
  start: 'Take the tour',
  dismiss: 'Not now',
  progress: '{{current}} of {{total}}',
  next: 'Next',
  previous: 'Back',
  done: 'Finish',
  leave: 'Leave the tour',
  steps: {
    day: {
      title: 'Your home page',
      text: 'Each day starts here: what matures, what you have to decide and what you requested. Come back with g then m.',
    },
    search: {
      title: 'Search for anything',
      text: 'A name, a phone, an account number, a payment reference or a page. Open it with Ctrl+K.',
    },
    menu: { title: 'The menu', text: 'All your pages. The star keeps those you use most at the top.' },
    create: { title: 'Create', text: 'Everything you can create, from any page. The key n does the same.' },
    notifications: {
      title: 'Notifications',
      text: 'We notify you when a request of yours is decided, or when you have one to decide.',
    },
    help: {
      title: 'Help and shortcuts',
      text: 'The shortcuts of the page you are on, and this tour whenever you like.',
    },
  },
}
