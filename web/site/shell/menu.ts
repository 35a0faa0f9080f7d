/** The ten items, in the documents' order (spec 1 §2), and the paths on which each is the current one. */
export const menu: { label: string; to: string; covers?: RegExp }[] = [
  { label: 'Home', to: '/home/home' },
  { label: 'About', to: '/home/about' },
  { label: 'Classes', to: '/home/classes', covers: /^\/home\/classify\//i },
  { label: 'Events & Camps', to: '/home/event', covers: /^\/home\/events?(\/|$)/i },
  { label: 'Class Packs', to: '/home/classPack' },
  { label: 'Parental Support', to: '/home/parent', covers: /^\/home\/parent(\/|class$)/i },
  { label: 'Parties', to: '/home/party' },
  { label: 'Private', to: '/home/bespoke' },
  { label: 'Shop', to: '/home/mall', covers: /^\/home\/mall\//i },
  { label: 'Contact', to: '/home/contact' },
]

export const isCurrent = ({ to, covers }: (typeof menu)[number], pathname: string): boolean =>
  pathname.toLowerCase() === to.toLowerCase() || covers?.test(pathname) === true
