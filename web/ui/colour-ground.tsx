/**
 * A background in a light shade of the business's colour, with an edge in exactly that colour. Drawn as SVG, because
 * the security policy allows no style attributes. It is so light that text stays readable on any colour. It is
 * decoration only, beside words that say the same.
 */
export function ColourGround({ colour, className }: { colour: string; className: string }) {
  const fill = /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#8b9aa0'
  return (
    <svg aria-hidden="true" className={className}>
      <rect width="100%" height="100%" fill={fill} fillOpacity={0.12} />
      <rect width="6" height="100%" fill={fill} />
    </svg>
  )
}
