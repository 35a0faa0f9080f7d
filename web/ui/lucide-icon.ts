import { createElement, type SVGProps } from 'react'

type IconNode = [element: string, attributes: Record<string, string>][]

/**
 * Stands in for lucide-react's own `createLucideIcon` (see vite.config.ts), whose contexts, names and aliases weigh
 * more than the icons. Size by class; hidden from screen readers unless told otherwise.
 */
export default function createLucideIcon(
  data: string | { node: IconNode },
  node: IconNode = typeof data === 'string' ? [] : data.node,
) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([element, attributes]) => createElement(element, attributes)),
    )
}
