// A facade: sharing react-router whole would stop its tree-shaking (192 KB instead of 90 KB minified).
export { Link, NavLink, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
